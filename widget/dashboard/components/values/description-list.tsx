import "./description-list.css";

/** Facts with their names. What is undefined is left out. */
export function DescriptionList({
  entries,
}: {
  entries: readonly (readonly [name: string, value: React.ReactNode | undefined])[];
}) {
  return (
    <dl className="description-list">
      {entries
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
