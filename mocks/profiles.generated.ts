// Written by `npm run generate`; change the YAML instead.
import type { ProfileAnswers } from '../src/questions/answer.ts';

/** The names of the profiles that come with the kit (`mocks/profiles/`). */
export type ProfileName = 'documented' | 'lenient' | 'typical';

/** What they answer. */
export const namedProfiles: Readonly<Record<ProfileName, ProfileAnswers>> = {"documented": {"createPlant": {}}, "lenient": {"createPlant": {"used-id": "accepted", "missing-token": "accepted", "invalid-token": "accepted", "other-scheme": "accepted", "empty-token": "accepted", "other-media-type": "accepted"}}, "typical": {"createPlant": {"used-id": "refused 409", "id-in-response": "present", "missing-token": "refused 401", "invalid-token": "refused 401", "other-scheme": "refused 401", "empty-token": "refused 401", "broken-schema": "refused 400", "malformed-json": "refused 400", "missing-body": "refused 400", "other-media-type": "refused 415", "other-method": "refused 405", "unknown-path": "refused 404"}}};
