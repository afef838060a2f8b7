/** How the developer of this page gets it registered, for the console. */
export function describeRegistration(): string {
  const { origin } = location;
  return (
    `Only registered origins may embed the checkout. The operator of the service registers ${origin} with ` +
    `"npm run admin -- origin add --merchant <merchant> --origin ${origin}".`
  );
}
