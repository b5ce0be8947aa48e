/** What the browser keeps, as the contract names it. A blocked or full storage keeps nothing and breaks nothing. */
type StorageKey =
  | 'accessToken'
  | 'tokenExpiry'
  | 'loggedIn'
  | 'userInfo'
  | 'cart'
  | 'coupon'
  | 'postalCode'
  | 'wishList'
  | 'savedLines'
  | 'viewed'
  | 'theme'
  | 'locale'
  | 'printPaper'
  | 'packingSound';

export function getStored(key: StorageKey): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Returns whether it could be stored. */
export function setStored(key: StorageKey, value: string): boolean {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch {
    // A browser that keeps nothing still shows everything.
    return false;
  }
}

export function removeStored(key: StorageKey): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // As above.
  }
}

/** Calls back when another tab changes one of these keys, or may have while this page was in the back/forward cache. */
export function onStorageChange(keys: readonly StorageKey[], callback: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === null || (keys as readonly string[]).includes(event.key)) callback();
  };
  const onPageShow = (event: PageTransitionEvent) => {
    if (event.persisted) callback();
  };
  addEventListener('storage', listen);
  addEventListener('pageshow', onPageShow);
  return () => {
    removeEventListener('storage', listen);
    removeEventListener('pageshow', onPageShow);
  };
}

/* What one tab keeps until it is closed, across reloads. A blocked or full storage keeps nothing and breaks nothing. */

export function getTabStored(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a value; returns whether it could be stored. */
export function setTabStored(key: string, value: string): boolean {
  try {
    sessionStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

export function removeTabStored(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // As above.
  }
}

/** Forgets every key that begins so. */
export function removeAllTabStored(prefix: string): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
  } catch {
    // As above.
  }
}
