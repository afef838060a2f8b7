import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { post } from "../api/change.ts";
import { TextField } from "../components/forms/fields.tsx";
import { Form, Submit } from "../components/forms/form.tsx";
import { NewPasswordField } from "../components/forms/proof-fields.tsx";
import { Link } from "../components/layout/link.tsx";
import { PageHeader } from "../components/layout/page-header.tsx";
import { CheckMail } from "./check-mail.tsx";

export function SignUp() {
  // What comes back with the form, to correct the email.
  const [given, setGiven] = useState({ name: "", businessName: "", email: "" });
  const signUp = useMutation({
    mutationFn: (body: { name: string; businessName: string; email: string; password: string }) =>
      post("/sign-up", {}, body),
  });
  if (signUp.isSuccess)
    return (
      <CheckMail
        text={`We sent a link to ${signUp.variables.email}. It works once and expires after 24 hours.`}
        hint="Didn’t get it? Check your spam folder, or sign in to get another link."
        onBack={() => signUp.reset()}
      />
    );
  return (
    <>
      <PageHeader
        title="Create your account"
        text="Start in test mode. No documents needed until you go live."
      />
      <Form
        error={signUp.error}
        onSubmit={({ name = "", businessName = "", email = "", password = "" }) => {
          setGiven({ name, businessName, email });
          signUp.mutate({ name, businessName, email, password });
        }}
      >
        <TextField
          label="Your name"
          name="name"
          defaultValue={given.name}
          autoComplete="name"
          isRequired
          autoFocus
        />
        <TextField
          label="Business name"
          name="businessName"
          defaultValue={given.businessName}
          autoComplete="organization"
          isRequired
        />
        <TextField
          label="Email"
          name="email"
          defaultValue={given.email}
          type="email"
          autoComplete="username"
          isRequired
        />
        <NewPasswordField label="Password" name="password" />
        <Submit change={signUp}>Create account</Submit>
      </Form>
      <p className="signed-out-foot">
        Already have an account? <Link to="/sign-in">Sign in</Link>
      </p>
    </>
  );
}
