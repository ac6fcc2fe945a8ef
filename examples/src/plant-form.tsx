import { type FormEvent, type ReactNode, useState } from 'react';
import { type Store, createPlant } from './create-plant.ts';

/** A form that creates plants, and says what the store said. */
export function PlantForm({ store }: { readonly store: Store }): ReactNode {
  const [outcome, setOutcome] = useState<{ text: string; isError: boolean }>();

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const [id, name, tag] = ['id', 'name', 'tag'].map((key) => data.get(key) as string);
    try {
      const plant = { id: BigInt(id!), name: name!, ...(tag ? { tag } : {}) };
      const created = await createPlant(plant, store);
      setOutcome({ text: `${created.name} is in the store.`, isError: false });
    } catch (error) {
      setOutcome({ text: (error as Error).message, isError: true });
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)}>
      <label>
        Number <input name="id" inputMode="numeric" pattern="-?\d+" required />
      </label>
      <label>
        Name <input name="name" />
      </label>
      <label>
        Tag <input name="tag" />
      </label>
      <button type="submit">Create</button>
      {outcome && <p role={outcome.isError ? 'alert' : 'status'}>{outcome.text}</p>}
    </form>
  );
}
