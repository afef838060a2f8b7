import { useMay } from "../api/permissions.ts";
import { Card } from "../components/layout/section.tsx";
import { Link } from "../components/layout/link.tsx";
import { Icon } from "../components/values/icon.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { useIsOpen } from "../verification/live-needs-approval.tsx";
import { useLiveGateway } from "../verification/live-needs-gateway.tsx";

/** The first steps that the person may take. */
export function GettingStarted() {
  const isTest = useEnvironment() === "test";
  const mayCollect = useMay("collect");
  const mayDevelop = useMay("develop");
  // Live mode needs a verified business and a gateway, as the notice above explains.
  const hasGateway = useLiveGateway();
  const isOpen = useIsOpen() && (isTest || hasGateway);
  if (!isOpen || (!mayCollect && !mayDevelop)) return null;
  return (
    <Card>
      <h2>{isTest ? "Take your first payment" : "Take your first real payment"}</h2>
      <p className="soft">
        {isTest
          ? "Everything here is test data until your business is verified. No real money moves."
          : "Your business is verified. From here on, it’s real money."}
      </p>
      <ol className="home-steps">
        {mayCollect && (
          <li>
            <Icon name="link" />
            <p>
              <Link to="/$environment/payment-links/new">Create a payment link</Link>
              <br />
              Share it with a customer.{isTest && " In test mode you can pay it yourself with one click."}
            </p>
          </li>
        )}
        {mayDevelop && (
          <>
            <li>
              <Icon name="key" />
              <p>
                <Link to="/$environment/developers/keys">Create an API key</Link>
                <br />
                For your server, to do the same from code.
              </p>
            </li>
            <li>
              <Icon name="webhook" />
              <p>
                <Link to="/$environment/developers/webhooks">Set up your webhook endpoint</Link>
                <br />
                We’ll notify it when you get paid.
              </p>
            </li>
          </>
        )}
      </ol>
    </Card>
  );
}
