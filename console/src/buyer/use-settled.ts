import { useEffect, useState } from 'react';

const QUIET_MS = 300;

/** The value once it has not changed for a moment: what is typed is not asked for letter by letter. */
export function useSettled<Value>(value: Value, quietMs = QUIET_MS): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), quietMs);
    return () => clearTimeout(timer);
  }, [value, quietMs]);
  return settled;
}
