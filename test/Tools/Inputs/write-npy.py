#!/usr/bin/env python3
"""Writes an array as numpy.save does: FILE TYPE SHAPE ORDER NUMBERS...

TYPE is NumPy's ("<f4"), SHAPE a Python tuple, ORDER C or F. Numbers are in the order
of the file.
"""

import struct
import sys

path, element, shape, order, *numbers = sys.argv[1:]
header = (f"{{'descr': '{element}', 'fortran_order': {order == 'F'}, "
          f"'shape': {shape}, }}")
header += " " * (-(len(header) + 11) % 64) + "\n"
code = {"f2": "e", "f4": "f", "f8": "d", "V2": "H", "b1": "?", "i1": "b",
        "i4": "i", "i8": "q", "u1": "B", "c8": "Q"}[element[1:]]
values = [(float if code in "efd" else int)(number) for number in numbers]
with open(path, "wb") as file:
    file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)))
    file.write(header.encode())
    file.write(struct.pack(f"<{len(values)}{code}", *values))
