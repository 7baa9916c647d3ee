/** The account of the signed-in person. */
export const accountKeys = {
  emailChanges: ["email-changes"] as const,
  sessions: ["sessions"] as const,
  secondFactors: ["second-factors"] as const,
  accessTokens: ["access-tokens"] as const,
};
