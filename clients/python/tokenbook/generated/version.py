# Written by `npm run generate`; do not edit.
VERSION = "0.2.0"
