'use server';
import { revalidatePath } from 'next/cache';
import { api } from '../mocks/api';

/** Books; gives what was wrong, if something was. */
export async function book(
  _before: string | undefined,
  form: FormData,
): Promise<string | undefined> {
  const response = await api('/bookings', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ guestName: form.get('guestName'), seats: Number(form.get('seats')) }),
  });
  if (response.ok) {
    revalidatePath('/');
    return undefined;
  }
  const { message } = (await response.json()) as { readonly message: string };
  return `Not booked: ${message}`;
}
