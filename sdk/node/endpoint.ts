/** An endpoint of the API, and what its method's arguments are after those of the path, in this order. */
export type Endpoint = {
  method: "get" | "post" | "put" | "patch";
  path: string;
  body?: true;
  query?: true;
  /** Takes an Idempotency-Key: one that the caller must give, or one that is made where none is given. */
  key?: "required" | "made";
  /** Returns pages. */
  list?: true;
  /** Returns the text of a file: always, or as it is asked for one instead of JSON. */
  csv?: "always" | "asked";
};
