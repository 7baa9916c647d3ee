import { useNavigate } from "react-router";
import { returningTo } from "./return-path.ts";
import { pathTo } from "./screens/path.ts";

/** Opens the sign-in, which then returns to this page. */
export function useGoToSignIn(path: string): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    await navigate(pathTo("/login", {}), { state: returningTo(path) });
  };
}
