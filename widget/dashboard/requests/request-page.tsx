import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { ApiError } from "../api/api-error.ts";
import type { LoggedRequest } from "../api/types.ts";
import { Copyable } from "../components/values/copy-button.tsx";
import { DescriptionList } from "../components/values/description-list.tsx";
import { ButtonLink, Link } from "../components/layout/link.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { ToList } from "../components/layout/to-list.tsx";
import { PageHeader } from "../components/layout/page-header.tsx";
import { Section } from "../components/layout/section.tsx";
import { ItemPage } from "../components/layout/item-page.tsx";
import { EmptyState } from "../components/messages/states.tsx";
import { Time } from "../components/values/time.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { requestTexts } from "../texts/requests.ts";
import { RequestName } from "./request-name.tsx";
import { RequestStatus } from "./request-status.tsx";
import { requestQuery } from "./requests-queries.ts";

const toList = <ToList to="/$environment/developers/requests">{requestTexts.title}</ToList>;
const texts = requestTexts.page;
const CALLER_GONE = 499;

export function RequestPage() {
  const environment = useEnvironment();
  const { requestId } = useParams({ from: "/$environment/developers/requests/$requestId" });
  const request = useQuery({ ...requestQuery(environment, requestId), retry: false });
  if (request.data === undefined && isGone(request.error)) {
    return (
      <>
        <PageHeader title={texts.title} parent={toList} />
        <EmptyState icon="search" title={texts.goneTitle}>
          {texts.goneText}
        </EmptyState>
      </>
    );
  }
  return (
    <ItemPage query={request} title={texts.title} parent={toList}>
      {(found) => <RequestDetails request={found} />}
    </ItemPage>
  );
}

/** Nothing has this id any more, or nothing can have it. */
const isGone = (error: Error | null) => error instanceof ApiError && [404, 422].includes(error.status);

function RequestDetails({ request }: { request: LoggedRequest }) {
  const { environment, requestId, method, path, status, errorCode, ignoredFields, lastFour } = request;
  const meaning = status === CALLER_GONE ? requestTexts.callerGone : requestTexts.meanings[errorCode ?? ""];
  return (
    <>
      <PageHeader
        title={`${method} ${path}`}
        heading={<RequestName method={method} path={path} />}
        badge={<RequestStatus status={status} />}
        parent={toList}
        actions={
          <ButtonLink
            to="/$environment/developers/requests"
            params={{ environment }}
            search={{ method, path } as never}
          >
            {texts.like}
          </ButtonLink>
        }
      />
      {meaning !== undefined && (
        <Notice kind="warning" title={texts.meaning}>
          {meaning}
        </Notice>
      )}
      <Section title={texts.details}>
        <DescriptionList
          entries={[
            [texts.requestId, <Copyable key="id" text={requestId} what={texts.requestId} />],
            [
              texts.errorCode,
              errorCode && (
                <code translate="no" key="code">
                  {errorCode}
                </code>
              ),
            ],
            [
              texts.ignoredFields,
              ignoredFields && (
                <code translate="no" key="ignored">
                  {ignoredFields.join(", ")}
                </code>
              ),
            ],
            [texts.arrived, <Time key="arrived" at={request.createdAt} isFull />],
            [texts.duration, requestTexts.list.ms(request.durationMs)],
            [
              texts.caller,
              lastFour === undefined ? (
                texts.person
              ) : (
                <Link key="caller" to="/$environment/developers/keys" params={{ environment }}>
                  {texts.key} …{lastFour}
                </Link>
              ),
            ],
          ]}
        />
      </Section>
    </>
  );
}
