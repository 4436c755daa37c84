type TextFieldProps = {
  /** The end of the id of its input. */
  readonly id: string;
  readonly label: string;
  readonly most: number;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly isNeeded?: boolean;
  readonly autocomplete?: string;
};

/** Shows a labelled line of text of a dialog. */
export function TextField({
  id,
  label,
  most,
  value,
  onValue,
  isNeeded = false,
  autocomplete,
}: TextFieldProps) {
  return (
    <div class="field">
      <label for={`act-${id}`}>{label}</label>
      <input
        id={`act-${id}`}
        required={isNeeded}
        maxLength={most}
        {...(autocomplete !== undefined && { autocomplete })}
        value={value}
        onInput={({ currentTarget }) => onValue(currentTarget.value)}
      />
    </div>
  );
}
