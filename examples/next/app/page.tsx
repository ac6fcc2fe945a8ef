import type { ReactNode } from 'react';
import { api } from '../mocks/api';
import { BookingForm } from './booking-form';

interface Booking {
  readonly id: number;
  readonly guestName: string;
  readonly seats: number;
}

/** Rendered on the server at each request. */
export default async function Page(): Promise<ReactNode> {
  const response = await api('/bookings');
  if (!response.ok) return <p role="alert">The bookings can’t be shown now.</p>;
  const bookings = (await response.json()) as readonly Booking[];
  return (
    <main>
      <h1>Bookings</h1>
      <ul>
        {bookings.map(({ id, guestName, seats }) => (
          <li key={id}>
            {guestName}: {seats}
          </li>
        ))}
      </ul>
      <BookingForm />
    </main>
  );
}
