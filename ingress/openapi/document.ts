/** The parts of OpenAPI 3.1 that this service's document uses. */
export type Document = {
  openapi: "3.1.0";
  info: { title: string; version: string; summary: string; description: string; license: object };
  servers: { url: string; description: string }[];
  externalDocs: { url: string; description: string };
  tags: Tag[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: {
    schemas: Record<string, JsonSchema>;
    responses: Record<string, Response>;
    headers: Record<string, Header>;
    securitySchemes: Record<string, object>;
  };
};

export type Tag = { name: string; description: string };

export type Operation = {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security: Record<string, string[]>[];
  /** The scope that the key needs, null if any key is accepted, absent if no key is needed. */
  "x-scope"?: string | null;
  parameters?: Parameter[];
  requestBody?: { required: true; content: Content };
  responses: Record<string, Response | Reference>;
};

export type Parameter = {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema: JsonSchema;
};

export type Response = {
  description: string;
  headers?: Record<string, Reference>;
  content?: Content;
};

export type Header = { required?: true; description: string; schema: JsonSchema };

/** By media type: application/json, but for files. */
type Content = { [mediaType: string]: { schema: JsonSchema; examples?: Record<string, Example> } };

export type Example = { summary: string; value: unknown };

export type Reference = { $ref: string };

export type JsonSchema = { [member: string]: unknown };
