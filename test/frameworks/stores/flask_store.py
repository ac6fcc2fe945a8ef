import sys

from flask import Flask, jsonify, request

port, version = int(sys.argv[1]), sys.argv[2]
app = Flask(__name__)


@app.post("/plants")
def create():
    if "Authorization" not in request.headers:
        return jsonify(error=401, message="no token"), 401
    body = request.get_json()
    if not body.get("id") or not body.get("name"):
        return jsonify(error=400, message="id and name are required"), 400
    return jsonify(name=body["name"], tag=body.get("tag"))


import logging

logging.getLogger("werkzeug").setLevel(logging.ERROR)
app.run(host="127.0.0.1", port=port, threaded=True)
