import { useEffect, useState } from 'preact/hooks';

/** Makes a value of the whole page: `use` returns it to a component, which is rendered again after `changed`. */
export function storeOf<T>(read: () => T): { readonly changed: () => void; readonly use: () => T } {
  const listeners = new Set<() => void>();
  return {
    changed: () => {
      for (const listener of listeners) listener();
    },
    use: () => {
      const [value, setValue] = useState(read);
      useEffect(() => {
        const follow = () => setValue(read());
        // It may have changed since the component was rendered.
        follow();
        listeners.add(follow);
        return () => void listeners.delete(follow);
      }, []);
      return value;
    },
  };
}
