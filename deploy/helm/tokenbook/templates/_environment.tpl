{{/* What the container of every process has in common: environment and mounts. */}}
{{- define "tokenbook.environment" -}}
envFrom:
  - configMapRef: { name: {{ include "tokenbook.fullname" . }} }
env:
  {{- range $name, $from := .Values.secrets }}
  {{- if not (kindIs "invalid" $from) }}
  - name: {{ $name }}
    valueFrom:
      secretKeyRef:
        name: {{ default $.Values.existingSecret $from.existingSecret }}
        key: {{ default $name $from.key }}
  {{- end }}
  {{- end }}
  {{- with .Values.extraEnv }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- with include "tokenbook.mounts" . }}
volumeMounts:
  {{- . | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "tokenbook.mounts" -}}
{{- range $at, $file := .Values.files }}
- { name: files-{{ $at }}, mountPath: {{ $file.mountPath }}, readOnly: true }
{{- end }}
{{- if .Values.catalog }}
- { name: catalog, mountPath: /etc/tokenbook/catalog, readOnly: true }
{{- end }}
{{- end -}}

{{- define "tokenbook.volumes" -}}
{{- range $at, $file := .Values.files }}
- name: files-{{ $at }}
  secret: { secretName: {{ $file.secretName }}, defaultMode: 0440 }
{{- end }}
{{- if .Values.catalog }}
- name: catalog
  configMap: { name: {{ include "tokenbook.fullname" . }}-catalog }
{{- end }}
{{- end -}}

{{/* Fields of a pod that every process and the test have. */}}
{{- define "tokenbook.podBasics" -}}
serviceAccountName: {{ include "tokenbook.serviceAccountName" . }}
automountServiceAccountToken: false
# A Service named redis would set REDIS_PORT to an address, which is a setting of Tokenbook.
enableServiceLinks: false
securityContext:
  {{- toYaml .Values.podSecurityContext | nindent 2 }}
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with include "tokenbook.volumes" . }}
volumes:
  {{- . | nindent 2 }}
{{- end }}
{{- end -}}
