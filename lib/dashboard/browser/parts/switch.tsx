import { go, usePlace, withQuery } from '../place.tsx';

type SwitchProps = {
  readonly label: string;
  readonly name: string;
  readonly options: Readonly<Record<string, string>>;
  readonly value: string;
  /** A parameter of the address that a choice removes. */
  readonly clears?: string;
};

/** A choice between a few options, shown side by side; the address holds it, under the name of the switch. */
export function Switch({ label, name, options, value, clears }: SwitchProps) {
  const place = usePlace();
  const cleared = clears === undefined ? {} : { [clears]: null };
  return (
    <fieldset class="switch">
      <legend class="hidden-text">{label}</legend>
      {Object.entries(options).map(([option, title]) => (
        <label key={option}>
          <input
            type="radio"
            name={name}
            value={option}
            checked={option === value}
            onChange={() => go(withQuery(place, { ...cleared, [name]: option }), 'replace')}
          />
          {title}
        </label>
      ))}
    </fieldset>
  );
}
