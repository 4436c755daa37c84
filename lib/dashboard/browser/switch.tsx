type SwitchProps = {
  readonly label: string;
  readonly name: string;
  readonly options: Readonly<Record<string, string>>;
  readonly value: string;
  readonly onChoose: (value: string) => void;
};

/** A choice between a few options, shown side by side. */
export function Switch({ label, name, options, value, onChoose }: SwitchProps) {
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
            onChange={() => onChoose(option)}
          />
          {title}
        </label>
      ))}
    </fieldset>
  );
}
