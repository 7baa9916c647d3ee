import { useNavigate } from "react-router";
import { returningTo } from "./return-path.ts";
import { pathTo } from "./screens/path.ts";

/** Leads to the sign-in, which comes back to a page of the app. */
export function useGoToSignIn(path: string): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    await navigate(pathTo("/login", {}), { state: returningTo(path) });
  };
}
