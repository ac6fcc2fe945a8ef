import { fireEvent, within } from '@testing-library/dom';
import { HttpResponse, http } from 'msw/http';
import { PlantStore, createHandlers } from 'plant-store-kit/mocks';
import { PlantForm } from '../src/plant-form.tsx';
import type { Meta, Story } from './csf.ts';

type Args = Parameters<typeof PlantForm>[0];

const meta: Meta<Args> = {
  title: 'PlantForm',
  component: PlantForm,
  args: { store: { baseUrl: 'https://store.example', token: 'story' } },
  parameters: { msw: { handlers: createHandlers() } },
};
export default meta;

const used = new PlantStore();
used.seed([{ id: 1, name: 'Fern' }]);

async function fillIn({ canvasElement }: { canvasElement: HTMLElement }): Promise<void> {
  const canvas = within(canvasElement);
  fireEvent.change(canvas.getByLabelText('Number'), { target: { value: '1' } });
  fireEvent.change(canvas.getByLabelText('Name'), { target: { value: 'Ivy' } });
  fireEvent.click(canvas.getByRole('button'));
  await canvas.findByText(/\S/, { selector: 'p' });
}

export const Empty: Story<Args> = {};

export const Created: Story<Args> = { play: fillIn };

export const NumberIsUsed: Story<Args> = {
  parameters: { msw: { handlers: createHandlers({ store: used }) } },
  play: fillIn,
};

export const SignedOut: Story<Args> = {
  parameters: { msw: { handlers: createHandlers({ profile: 'typical', token: 'another' }) } },
  play: fillIn,
};

export const StoreIsDown: Story<Args> = {
  parameters: { msw: { handlers: [http.all('*/plants', () => HttpResponse.error())] } },
  play: fillIn,
};
