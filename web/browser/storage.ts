/** What the browser keeps, as the contract names it. A blocked or full storage keeps nothing and breaks nothing. */
type StorageKey = 'accessToken' | 'tokenExpiry' | 'loggedIn' | 'userInfo' | 'cart' | 'theme' | 'locale';

export function readStored(key: StorageKey): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function store(key: StorageKey, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // A browser that keeps nothing still shows everything.
  }
}

export function forget(key: StorageKey): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // As above.
  }
}

/** Calls back when another tab changes one of these keys. */
export function onStoredElsewhere(keys: readonly StorageKey[], callback: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === null || (keys as readonly string[]).includes(event.key)) callback();
  };
  addEventListener('storage', listen);
  return () => removeEventListener('storage', listen);
}
