/** How the developer of this page gets it registered, for the console. */
export function describeRegistration(): string {
  const { origin } = location;
  return (
    `Only registered origins may embed the checkout. Add ${origin} in the dashboard under Developers > Embedding, or ` +
    `run "npm run admin -- origin add --merchant <merchant> --origin ${origin}" on the service.`
  );
}
