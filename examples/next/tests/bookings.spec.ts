import { expect, test } from './test';

test('the page is full without a seed', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('listitem')).toHaveCount(5);
});

test('a booking is listed, and was sent once', async ({ page, mock }) => {
  await page.goto('/');
  await page.getByLabel('Name').fill('Ann');
  await page.getByRole('button', { name: 'Book' }).click();
  await expect(page.getByRole('listitem')).toHaveCount(6);
  await expect(page.getByRole('listitem').last()).toHaveText('Ann: 2');
  expect(await mock.requests({ operation: 'book', body: { guestName: 'Ann' } })).toHaveLength(1);
});

test('what the document refuses is said', async ({ page }) => {
  await page.goto('/');
  await page.getByLabel('Name').fill('Ann');
  await page.getByLabel('Seats').fill('9');
  await page.getByRole('button', { name: 'Book' }).click();
  await expect(page.getByRole('alert').first()).toContainText('Not booked: seats');
});

test('an outage is said', async ({ page, mock }) => {
  await mock.failNext({ operation: 'listBookings', status: 503 });
  await page.goto('/');
  await expect(page.getByText('The bookings can’t be shown now.')).toBeVisible();
});

for (let n = 1; n <= 20; n += 1) {
  test(`no test sees what another one has booked (${n})`, async ({ page, mock }) => {
    await mock.collection('/bookings').clear();
    await mock.collection('/bookings').seed([{ id: n, guestName: `Guest ${n}`, seats: 1 }]);
    await page.goto('/');
    await expect(page.getByRole('listitem')).toHaveText([`Guest ${n}: 1`]);
  });
}
