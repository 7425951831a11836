"""Schemathesis loads this (SCHEMATHESIS_HOOKS), to send bodies of types that it does not know."""

import schemathesis

schemathesis.serializer.alias("application/fhir+ndjson", "text/plain")
schemathesis.serializer.alias("application/offset+octet-stream", "application/octet-stream")
