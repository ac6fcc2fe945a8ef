import type { ReactNode } from 'react';
import type { ProfileName } from 'plant-store-kit/mocks';
import { profiles, setProfile } from './mocks/browser.ts';

/** Lets a developer see the page against stores that answer differently. */
export function ProfileSwitch(): ReactNode {
  return (
    <label>
      The fake answers as{' '}
      <select onChange={(event) => setProfile(event.target.value as ProfileName)}>
        {profiles.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
  );
}
