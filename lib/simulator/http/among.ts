/** Whether a thing is one of those that are asked for, by any of its names; all are where none is asked for. */
export function isAmong(asked: readonly string[] | string | undefined, ...names: readonly string[]): boolean {
  const wanted = (typeof asked === 'string' ? [asked] : (asked ?? [])).filter((text) => text !== '');
  if (wanted.length === 0) return true;
  return wanted.some((one) => names.some((name) => name !== '' && name.toLowerCase() === one.toLowerCase()));
}
