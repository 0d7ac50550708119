"""Runs a command with its stderr on a terminal; prints what came there."""
import os
import pty
import subprocess
import sys

parent, terminal = pty.openpty()
process = subprocess.Popen(sys.argv[1:], stderr=terminal,
                           stdout=subprocess.DEVNULL)
os.close(terminal)
text = b""
try:
    while chunk := os.read(parent, 4096):
        text += chunk
except OSError:  # how a terminal says that nobody writes to it any more
    pass
print(text.decode().replace("\r\n", "\n"), end="")
sys.exit(process.wait())
