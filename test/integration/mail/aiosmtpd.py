"""An aiosmtpd on loopback; prints "ready", then a JSON list of recipients for each message that it takes."""

import json
import sys
import time

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult

options = json.loads(sys.argv[1])


class Handler:
    async def handle_EHLO(self, server, session, envelope, hostname, responses):
        if "ehlo" in options:
            return [options["ehlo"]]
        session.host_name = hostname
        return responses

    async def handle_RCPT(self, server, session, envelope, address, rcpt_options):
        if len(envelope.rcpt_tos) >= options.get("recipients", 1000):
            return "452 4.5.3 Error: too many recipients"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server, session, envelope):
        print(json.dumps(envelope.rcpt_tos), flush=True)
        return "250 2.0.0 OK"


if "login" in options:

    async def other(self, server, args):
        return AuthResult(success=False, handled=False)

    setattr(Handler, "auth_" + options["login"], other)

controller = Controller(
    Handler(),
    hostname=options["host"],
    port=options["port"],
    auth_require_tls=False,
    auth_exclude_mechanism=["LOGIN", "PLAIN"] if "login" in options else [],
    authenticator=lambda server, session, envelope, mechanism, data: AuthResult(
        success=data.password == b"right-password", handled=False
    ),
)
controller.start()
print("ready", flush=True)
while True:
    time.sleep(3600)
