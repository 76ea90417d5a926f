"""Runs the vectors: python3 example.py. Replace sign() and applied() by your own code's way to the same results."""
import copy, hashlib, hmac, json, pathlib

FOLDER = pathlib.Path(__file__).parent


def load(name):
    return json.loads((FOLDER / name).read_text("utf-8"))


def sign(secret, timestamp_ms, path):
    message = f"{timestamp_ms}:{path}".encode("utf-8")
    return hmac.new(secret.encode("utf-8"), message, hashlib.sha256).hexdigest()


def applied(base, patch):
    """A copy of the base with a JSON Patch applied: add, replace, remove."""
    document = copy.deepcopy(base)
    for step in patch:
        *way, last = [key.replace("~1", "/").replace("~0", "~") for key in step["path"].split("/")[1:]]
        parent = document
        for key in way:
            parent = parent[int(key)] if isinstance(parent, list) else parent[key]
        if isinstance(parent, list):
            at = len(parent) if last == "-" else int(last)
            parent[at : at + (step["op"] != "add")] = [] if step["op"] == "remove" else [step["value"]]
        elif step["op"] == "remove":
            del parent[last]
        else:
            parent[last] = step["value"]
    return document


good = load("manifests-good.json")
signed = [case for case in load("signing.json")["sign"]]
wrong = [c["name"] for c in signed if sign(c["secret"], c["timestamp_ms"], c["path"]) != c["signature"]]
manifests = [applied(good[case["base"]], case["patch"]) for case in load("manifests-cases.json")["cases"]]
print(json.dumps({"signed": len(signed), "wrong": wrong, "manifests": len(manifests)}))
raise SystemExit(1 if wrong else 0)
