import { useEffect, useRef } from 'react';

/** A field of its own that follows the address. */
export function useShown(value: string) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current && input.current.value !== value) input.current.value = value;
  }, [value]);
  return input;
}
