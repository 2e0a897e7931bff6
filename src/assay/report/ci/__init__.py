"""Results for the machines of a team: SARIF, JUnit, and annotations of GitHub, made of recordings."""
