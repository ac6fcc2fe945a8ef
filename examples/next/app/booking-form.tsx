'use client';
import { type ReactNode, useActionState } from 'react';
import { book } from './book';

export function BookingForm(): ReactNode {
  const [problem, action, isPending] = useActionState(book, undefined);
  return (
    <form action={action}>
      <label>
        Name <input name="guestName" required />
      </label>
      <label>
        Seats <input name="seats" type="number" defaultValue="2" />
      </label>
      <button disabled={isPending}>Book</button>
      {problem === undefined ? null : <p role="alert">{problem}</p>}
    </form>
  );
}
