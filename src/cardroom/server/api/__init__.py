"""The HTTP API: one file per subject, its route table, and the OpenAPI document made from it."""
