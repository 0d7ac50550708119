"""Checks that the JSON of heddle explain says what its text says."""
import json
import sys

with open(sys.argv[1]) as file:
    report = json.load(file)
(entry,) = report["plans"]
plan = entry["plan"]
assert entry["function"] == "resnet_block"
assert "/residual-block/rows-and-channels.mlir:" in entry["schedule"]
assert len(plan["loops"]) == 2, plan["loops"]
fused = [(op["op"], op["loop"], op["recompute"], op["bytes"])
         for op in plan["fused"]]
assert fused[0] == ("linalg.exp", 0, 1.25, 573440), fused[0]
assert fused[-1] == ("linalg.generic", 1, 1.0, 57344), fused[-1]
assert [op for op, *_ in fused].count("linalg.conv_2d_nhwc_fhwc") == 3
assert [size["largest_size"] for size in plan["fused"][0]["box"]] == [
    1, 10, 56, 256]
assert plan["fused"][-1]["root"]
with open(sys.argv[2]) as file:
    payload = file.read().splitlines()
for op in plan["fused"] + plan["kept"] + plan["not_fused"]:
    location = op["location"]
    assert location["file"] == sys.argv[2], location
    line = payload[location["line"] - 1]
    assert line[location["column"] - 1:].startswith(op["op"]), (op, line)
(memory,) = report["memory"]
assert (memory["allocations"], memory["copies"]) == (5, 0), memory
assert report["bufferizedByDefault"] is True
(loop_tile, *_) = (event["location"] for event in memory["events"])
assert loop_tile["file"] == sys.argv[2] and loop_tile["line"] > 0, loop_tile
