const KEY = 'inspector-theme';

/** The scheme that the user has chosen; `auto` is the system's. */
export type Theme = 'auto' | 'dark' | 'light';

const NEXT: Readonly<Record<Theme, Theme>> = { auto: 'dark', dark: 'light', light: 'auto' };

/** What was chosen at some earlier time. */
export function theme(): Theme {
  const kept = stored();
  return kept === 'dark' || kept === 'light' ? kept : 'auto';
}

/** Shows the page in the chosen scheme. */
export function applyTheme(): void {
  document.documentElement.dataset['theme'] = theme();
}

/** Takes the next scheme. */
export function switchTheme(): void {
  try {
    localStorage.setItem(KEY, NEXT[theme()]);
  } catch {
    // Without storage there is only the system's scheme.
  }
  applyTheme();
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
