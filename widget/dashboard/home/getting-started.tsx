import { useMay } from "../api/permissions.ts";
import { Icon } from "../components/values/icon.tsx";
import { Link } from "../components/layout/link.tsx";
import { Card } from "../components/layout/section.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { homeTexts } from "../texts/home.ts";
import { useLiveGateway } from "../verification/live-needs-gateway.tsx";
import { useIsOpen } from "../verification/live-needs-approval.tsx";

const texts = homeTexts.start;

/** What to do where nothing has happened yet, as far as the person may do it. */
export function GettingStarted() {
  const environment = useEnvironment();
  const mayCollect = useMay("collect");
  const mayDevelop = useMay("develop");

  // In live nothing works before the business is verified and a gateway is there, as the notice above says.
  const hasGateway = useLiveGateway();
  const isOpen = useIsOpen() && (environment === "test" || hasGateway);
  if (!isOpen || (!mayCollect && !mayDevelop)) return null;
  const params = { environment };
  return (
    <Card>
      <h2>{texts.title[environment]}</h2>
      <p className="list-soft">{texts.text[environment]}</p>
      <ol className="home-steps">
        {mayCollect && (
          <li>
            <Icon name="link" />
            <p>
              <Link to="/$environment/payment-links/new" params={params}>
                {texts.link}
              </Link>
              <br />
              {texts.linkText[environment]}
            </p>
          </li>
        )}
        {mayDevelop && (
          <>
            <li>
              <Icon name="key" />
              <p>
                <Link to="/$environment/developers/keys" params={params}>
                  {texts.key}
                </Link>
                <br />
                {texts.keyText}
              </p>
            </li>
            <li>
              <Icon name="webhook" />
              <p>
                <Link to="/$environment/developers/webhooks" params={params}>
                  {texts.webhook}
                </Link>
                <br />
                {texts.webhookText}
              </p>
            </li>
          </>
        )}
      </ol>
    </Card>
  );
}
