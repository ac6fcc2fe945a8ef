'use client';
// Rendered on the server, too: the import must not break that.
import { setupWorker } from 'plant-store-kit/mocks/browser';
import { type ReactNode, useEffect } from 'react';

export function Worker(): ReactNode {
  useEffect(() => {
    void setupWorker().start();
  }, []);
  return null;
}
