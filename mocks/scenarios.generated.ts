// Written by `npm run generate`; change the YAML instead.
import type { ScenarioFile } from '../src/questions/scenarios/scenario.ts';

/** The names of the scenarios of this service (`mocks/scenarios/`). */
export type OwnScenarioName = 'busy' | 'empty' | 'full' | 'strict-auth';

/** Their files. */
export const namedScenarios: Readonly<Record<OwnScenarioName, ScenarioFile>> = {"busy": {"scenario": 1, "description": "A store with 1000 plants, ids 1 to 998 and both ends of int64.", "resources": [{"id": 9223372036854775807n, "name": "The last id there is"}, {"id": -9223372036854775808n, "name": "The first id there is", "tag": "edge"}], "many": {"count": 998, "resource": {"name": "Plant {n}", "tag": "potted"}}}, "empty": {"scenario": 1, "description": "Nothing is stored, nothing goes wrong.", "resources": [], "latency": 0, "faults": []}, "full": {"scenario": 1, "description": "The store takes three more plants, then refuses every create.", "faults": [{"kind": "answer", "operation": "createPlant", "after": 3, "times": null, "status": 400, "body": {"error": 5001, "message": "the store is full"}}]}, "strict-auth": {"scenario": 1, "description": "Every credential that is not a well-formed bearer token gets a 401.", "profile": "typical", "answers": {"createPlant": {"missing-token": "refused 401", "invalid-token": "refused 401", "other-scheme": "refused 401", "empty-token": "refused 401", "lowercase-bearer": "refused 401"}}}};
