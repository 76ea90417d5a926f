"""Run by "python3 -m unittest": signing vectors of the contract, then this Drive as the host sees it."""
import hashlib
import hmac
import json
import os
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.error
import urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
sys.path.insert(0, ROOT)

from verify import refusal  # noqa: E402

SECRET = "a-secret-for-tests-0123456789abcdef"


class Signatures(unittest.TestCase):
    def test_vectors(self):
        with open(os.path.join(HERE, "vectors.json"), encoding="utf-8") as file:
            vectors = json.load(file)
        self.assertGreater(len(vectors), 30)
        for one in vectors:
            with self.subTest(one["name"]):
                reason = refusal(one["headers"], one["path"], one["secrets"], one["now_ms"])
                self.assertEqual(reason, one["reason"])


class RunningDrive(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        data = os.path.join(cls.folder.name, "data.json")
        env = {**os.environ, "PORT": "0", "PLATFORM_AGENT_SECRET": SECRET, "DATA_FILE": data}
        env.pop("PLATFORM_AGENT_SECRET_PREVIOUS", None)
        command = [sys.executable, os.path.join(ROOT, "server.py")]
        cls.drive = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True)
        cls.origin = cls.drive.stdout.readline().split()[-1]
        cls.last = 0

    @classmethod
    def tearDownClass(cls):
        cls.drive.terminate()
        cls.drive.wait()
        cls.drive.stdout.close()
        cls.folder.cleanup()

    def call(self, method, target, body=None, bearer=None, signed=True):
        type(self).last = max(int(time.time() * 1000), self.last + 1)
        headers = {"content-type": "application/json"}
        if signed:
            text = f"{self.last}:{target}".encode()
            headers["x-platform-timestamp"] = str(self.last)
            headers["x-platform-signature"] = hmac.new(SECRET.encode(), text, hashlib.sha256).hexdigest()
        if bearer:
            headers["authorization"] = f"Bearer {bearer}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.origin + target, data=data, headers=headers, method=method)
        try:
            with urllib.request.urlopen(request) as response:
                return response.status, json.load(response)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.load(error)

    def test_public_endpoints_only_are_open(self):
        self.assertEqual(self.call("GET", "/api/platform/health", signed=False)[0], 200)
        _, manifest = self.call("GET", "/api/platform/drive/manifest", signed=False)
        self.assertEqual(manifest["data"]["schema_version"], 1)
        for name in ("metrics", "events", "billing"):
            self.assertEqual(self.call("GET", f"/api/platform/{name}", signed=False)[0], 401)

    def test_installs_once_per_venture_and_the_token_dies_with_the_install(self):
        request = {"tenant_id": "t1", "venture_id": "v1"}
        status, first = self.call("POST", "/api/platform/install", request)
        self.assertEqual(status, 200)
        install, bearer = first["data"]["install_id"], first["data"]["scoped_token"]
        self.assertEqual(self.call("POST", "/api/platform/install", request)[1]["data"]["install_id"], install)
        metrics = self.call("GET", "/api/platform/metrics", bearer=bearer)[1]
        self.assertEqual(metrics["data"]["installs_active"], 1)
        self.assertTrue(self.call("DELETE", f"/api/platform/install/{install}")[1]["data"]["revoked"])
        self.assertEqual(self.call("DELETE", f"/api/platform/install/{install}")[0], 404)
        self.assertEqual(self.call("GET", "/api/platform/metrics", bearer=bearer)[0], 401)
        events = self.call("GET", "/api/platform/events?since=0")[1]["data"]["events"]
        self.assertEqual([row["type"] for row in events], ["install.created", "install.revoked"])

    def test_refuses_an_install_without_a_tenant(self):
        self.assertEqual(self.call("POST", "/api/platform/install", {})[0], 400)


if __name__ == "__main__":
    unittest.main()
