{{- define "tokenbook.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- $name := default .Chart.Name .Values.nameOverride -}}
{{- ternary .Release.Name (printf "%s-%s" .Release.Name $name) (contains $name .Release.Name) | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "tokenbook.selectorLabels" -}}
app.kubernetes.io/name: {{ default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "tokenbook.labels" -}}
{{ include "tokenbook.selectorLabels" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end -}}

{{- define "tokenbook.serviceAccountName" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "tokenbook.fullname" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- default "default" .Values.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{- define "tokenbook.image" -}}
{{- with .Values.image -}}
{{- if .digest -}}
{{- printf "%s@%s" .repository .digest -}}
{{- else -}}
{{- printf "%s:%s" .repository (default $.Chart.AppVersion .tag) -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* The text of a setting. Helm reads every number as a floating-point one: 600000 would become 6e+05. */}}
{{- define "tokenbook.settingText" -}}
{{- if kindIs "float64" . -}}{{ int64 . }}{{- else -}}{{ toString . }}{{- end -}}
{{- end -}}

{{/* The ConfigMap's data: every setting that has a value. */}}
{{- define "tokenbook.settings" -}}
{{- range $name, $value := .Values.settings }}
{{- if not (kindIs "invalid" $value) }}
{{ $name }}: {{ include "tokenbook.settingText" $value | quote }}
{{- end }}
{{- end }}
{{- if and .Values.catalog (not .Values.settings.CATALOG_FILE) }}
CATALOG_FILE: /etc/tokenbook/catalog/catalog.json
{{- end }}
{{- end -}}

{{/*
Seconds from SIGTERM to SIGKILL. A process ends within its delay, its requests in progress and 20 s (STOP_TIMEOUT_MS in
processes/lifecycle.ts); it needs no preStop hook, because a gateway goes on accepting requests during its delay.
*/}}
{{- define "tokenbook.gracePeriodSeconds" -}}
{{- $limitMs := add (int .Values.settings.SHUTDOWN_DELAY_MS) (int .Values.settings.SHUTDOWN_TIMEOUT_MS) 20000 -}}
{{- add 5 (div (add $limitMs 999) 1000) -}}
{{- end -}}
