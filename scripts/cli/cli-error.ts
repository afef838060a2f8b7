/** An error that the command's caller can fix; printed as a code and what to do, without a stack. */
export class CliError extends Error {
  override name = "CliError";
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
