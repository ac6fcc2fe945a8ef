import json
import re
import sys

import uvicorn
from fastapi import Depends, FastAPI, Request
from fastapi.responses import JSONResponse
from fastapi.security import HTTPBearer
from pydantic import BaseModel

port, version = int(sys.argv[1]), sys.argv[2]
app = FastAPI()


class Plant(BaseModel):
    name: str
    tag: str | None = None


class NewPlant(Plant):
    id: int


if version == "first":

    @app.post("/plants", response_model=Plant, dependencies=[Depends(HTTPBearer())])
    def create(plant: NewPlant):
        return plant

else:

    def refusal(message):
        return JSONResponse({"error": 400, "message": message}, 400)

    def none(_):
        raise ValueError

    @app.post("/plants")
    async def create_exactly(request: Request):
        if not re.fullmatch(r"(?i)bearer +\S+ *", request.headers.get("authorization", "")):
            return refusal("a bearer token is required")
        media = r'(?i)application/json(\s*;\s*charset=("utf-8"|utf-8))?\s*'
        if not re.fullmatch(media, request.headers.get("content-type", "")):
            return refusal("the media type must be application/json")
        try:
            body = json.loads((await request.body()).decode(), parse_constant=none)
        except (ValueError, RecursionError):
            return refusal("the body is not JSON")
        if not isinstance(body, dict):
            return refusal("the body must be an object")
        number, name = body.get("id"), body.get("name")
        if isinstance(number, bool) or not isinstance(number, (int, float)) or number != number // 1:
            return refusal("id must be an integer")
        if not -(2**63) <= number < 2**63:
            return refusal("id must be an int64")
        if not isinstance(name, str) or not isinstance(body.get("tag", ""), str):
            return refusal("name and tag must be strings")
        try:
            (name + body.get("tag", "")).encode()
        except UnicodeEncodeError:
            return refusal("half a character is none")
        return JSONResponse({key: body[key] for key in ("name", "tag") if key in body})


uvicorn.run(app, host="127.0.0.1", port=port, log_level="error")
