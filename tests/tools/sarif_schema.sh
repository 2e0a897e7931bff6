#!/bin/sh
# Brings the JSON schema of SARIF 2.1.0 to build/, out of the package @microsoft/jest-sarif (MIT) of npm; needs a network.
set -eu
cd "$(dirname "$0")/../.."
mkdir -p build
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
(cd "$folder" && npm pack --silent @microsoft/jest-sarif@1.0.0-beta.0 > name && tar -xzf "$(cat name)")
cp "$folder"/package/lib/schemas/sarif-2.1.0-rtm.5.json build/sarif-2.1.0.json
