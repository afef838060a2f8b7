import { itemScreen } from "../components/layout/item-screen.tsx";
import { ButtonLink, Link } from "../components/layout/link.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { Facts } from "../components/values/facts.tsx";
import { meaningOf } from "./meanings.ts";
import { RequestName, RequestStatus } from "./request-name.tsx";
import { requestQuery } from "./requests-queries.ts";

export const RequestPage = itemScreen({
  name: "Request",
  list: ["/$environment/developers/requests", "Requests"],
  query: requestQuery,
  gone: [
    "No such request",
    "It’s more than 30 days old, belongs to another environment, or wasn’t made with one of your keys.",
  ],
  useParts(request) {
    const { requestId, method, path, status, errorCode, ignoredFields, lastFour } = request;
    const meaning = meaningOf(request);
    return {
      title: `${method} ${path}`,
      heading: <RequestName method={method} path={path} />,
      badge: <RequestStatus status={status} />,
      actions: (
        <ButtonLink to="/$environment/developers/requests" search={{ method, path } as never}>
          Similar requests
        </ButtonLink>
      ),
      next: meaning && (
        <Notice kind="warning" title="What to do">
          {meaning}
        </Notice>
      ),
      main: (
        <Facts
          title="Details"
          facts={[
            ["Request ID", requestId, "copy"],
            ["Error code", errorCode, "code"],
            ["Ignored fields", ignoredFields?.join(", "), "code"],
            ["Received", request.createdAt, "time"],
            ["Duration", `${request.durationMs} ms`],
            [
              "Sent by",
              lastFour === undefined ? (
                "Someone in your business, from the dashboard"
              ) : (
                <Link to="/$environment/developers/keys">API key …{lastFour}</Link>
              ),
            ],
          ]}
        />
      ),
    };
  },
});
