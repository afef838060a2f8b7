import { z } from "zod";
import { InexactNumber } from "../json-body.ts";

/** A member of a body that its route does not know. */
export type UnknownMember = {
  /** Its name, after those of the members that it is in. */
  path: string[];
  /** What its object takes. */
  known: string[];
  /** The object takes no others (z.strictObject): they are refused instead of ignored. */
  isRefused: boolean;
};

/** Further ones are not collected. */
const MOST = 20;

/** Finds the members of a body that its schema does not name, the nested ones too. A record takes any. */
export function unknownMembers(schema: z.core.$ZodType | undefined, body: unknown): UnknownMember[] {
  return find(schema, body, []).take(MOST).toArray();
}

function* find(
  schema: z.core.$ZodType | undefined,
  value: unknown,
  path: string[],
): Generator<UnknownMember> {
  if (typeof value !== "object" || value === null || value instanceof InexactNumber) return;
  const known = schema && describing(schema, value);
  if (known instanceof z.ZodArray && Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* find(known.element, item, [...path, String(index)]);
  }
  if (!(known instanceof z.ZodObject) || Array.isArray(value)) return;
  const { shape } = known;
  const { catchall } = known.def;
  const isRefused = catchall instanceof z.ZodNever;
  for (const [name, member] of Object.entries(value)) {
    if (Object.hasOwn(shape, name)) yield* find(shape[name], member, [...path, name]);
    else if (catchall === undefined || isRefused)
      yield { path: [...path, name], known: Object.keys(shape), isRefused };
  }
}

/** The schema of an object or array, without what is around it; of alternatives the one that the value has. */
function describing(schema: z.core.$ZodType, value: object): z.core.$ZodType {
  if (schema instanceof z.ZodPipe)
    return describing(schema.in instanceof z.ZodTransform ? schema.out : schema.in, value);
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly
  )
    return describing(schema.unwrap(), value);
  if (!(schema instanceof z.ZodUnion)) return schema;
  const options = schema.options.map((option) => describing(option, value));
  const fitting = options.find((option) => z.safeParse(option, value).success);
  if (fitting !== undefined) return fitting;
  const likeness = ({ shape }: z.ZodObject) => Object.keys(value).filter((name) => name in shape).length;
  const objects = options.filter((option) => option instanceof z.ZodObject);
  return objects.toSorted((a, b) => likeness(b) - likeness(a))[0] ?? schema;
}
