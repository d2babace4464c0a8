"""
Runs commands of the AWS CLI, given as a JSON list of lists of words, and prints what each says on its standard
error, as a JSON list of texts. Each runs in a process of its own, forked once the CLI has been loaded: that takes
longer than the command.
"""

import json
import os
import sys
import tempfile

import awscli.clidriver

# Loads what a command would load at its beginning.
awscli.clidriver.create_clidriver()


def errors_of(words):
    with tempfile.TemporaryFile() as said:
        child = os.fork()
        if child == 0:
            os.dup2(said.fileno(), 2)
            sys.argv = ["aws", *words]
            code = 1
            try:
                code = awscli.clidriver.main()
            finally:
                sys.stderr.flush()
                os._exit(code if isinstance(code, int) else 1)
        os.waitpid(child, 0)
        said.seek(0)
        return said.read().decode()


json.dump([errors_of(words) for words in json.loads(sys.argv[1])], sys.stdout)
