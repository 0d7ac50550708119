"""The tests of the large run (check-heddle-large): those that do more in it."""
import lit.formats


class LargeTests(lit.formats.ShTest):
    """The tests whose text has one of `words`: the name of a count, or the beginning
    of a line such as `RUN: %if large %{ heddle check payload.mlir %}`."""

    def __init__(self, words):
        super().__init__(execute_external=False)
        self.words = words

    def getTestsForPath(self, *arguments):
        for test in super().getTestsForPath(*arguments):
            with open(test.getSourcePath(), encoding="utf-8") as file:
                text = file.read()
            if any(word in text for word in self.words):
                yield test
