"""`cardroom admin`, part by part: people, tables, money, cases, reports."""
