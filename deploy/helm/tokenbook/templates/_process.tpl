{{/*
A Deployment of one process and its PodDisruptionBudget.
@param root the root context
@param process gateway, worker or relay: also the key of its values
@param ports by name; the port `health` has /livez, /readyz and /metrics
*/}}
{{- define "tokenbook.process" -}}
{{- $root := .root -}}
{{- $process := .process -}}
{{- $values := index $root.Values $process -}}
{{- $name := printf "%s-%s" (include "tokenbook.fullname" $root) $process -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ $name }}
  labels:
    {{- include "tokenbook.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ $process }}
spec:
  {{- if not (dig "autoscaling" "enabled" false $values) }}
  replicas: {{ $values.replicas }}
  {{- end }}
  strategy:
    type: RollingUpdate
    rollingUpdate: { maxSurge: 25%, maxUnavailable: 0 }
  selector:
    matchLabels:
      {{- include "tokenbook.selectorLabels" $root | nindent 6 }}
      app.kubernetes.io/component: {{ $process }}
  template:
    metadata:
      labels:
        {{- with $values.podLabels }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
        {{- include "tokenbook.labels" $root | nindent 8 }}
        app.kubernetes.io/component: {{ $process }}
      annotations:
        checksum/settings: {{ print (include "tokenbook.settings" $root) $root.Values.catalog | sha256sum }}
        {{- with $values.podAnnotations }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
    spec:
      {{- include "tokenbook.podBasics" $root | nindent 6 }}
      terminationGracePeriodSeconds: {{ include "tokenbook.gracePeriodSeconds" $root }}
      {{- with $values.priorityClassName }}
      priorityClassName: {{ . }}
      {{- end }}
      {{- range $field := list "nodeSelector" "tolerations" "affinity" }}
      {{- with index $values $field }}
      {{ $field }}:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- end }}
      {{- with $root.Values.topologySpread }}
      topologySpreadConstraints:
        {{- range . }}
        - maxSkew: 1
          topologyKey: {{ .topologyKey }}
          whenUnsatisfiable: {{ .whenUnsatisfiable }}
          labelSelector:
            matchLabels:
              {{- include "tokenbook.selectorLabels" $root | nindent 14 }}
              app.kubernetes.io/component: {{ $process }}
          matchLabelKeys: [pod-template-hash]
        {{- end }}
      {{- end }}
      containers:
        - name: {{ $process }}
          image: {{ include "tokenbook.image" $root | quote }}
          imagePullPolicy: {{ $root.Values.image.pullPolicy }}
          command: [node, --enable-source-maps, dist/processes/{{ $process }}.js]
          {{- include "tokenbook.environment" $root | nindent 10 }}
          ports:
            {{- range $port, $number := .ports }}
            - { name: {{ $port }}, containerPort: {{ int $number }}, protocol: TCP }
            {{- end }}
          # A process listens when its stores are connected, and ends by itself when it cannot connect.
          startupProbe:
            httpGet: { path: /livez, port: health }
            periodSeconds: 2
            timeoutSeconds: 2
            failureThreshold: 60
          # It waits up to two seconds for each store. On the public port it does not ask Temporal: chats go on without it.
          readinessProbe:
            httpGet: { path: /readyz, port: {{ hasKey .ports "public" | ternary "public" "health" }} }
            periodSeconds: 5
            timeoutSeconds: 4
            failureThreshold: 2
          # It asks no store: a restart would not bring a store back.
          livenessProbe:
            httpGet: { path: /livez, port: health }
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 6
          resources:
            {{- toYaml $values.resources | nindent 12 }}
          securityContext:
            {{- toYaml $root.Values.securityContext | nindent 12 }}
{{- with $values.podDisruptionBudget }}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ $name }}
  labels:
    {{- include "tokenbook.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ $process }}
spec:
  {{- toYaml . | nindent 2 }}
  # While a store is away no process is ready; nodes can be drained nevertheless.
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector:
    matchLabels:
      {{- include "tokenbook.selectorLabels" $root | nindent 6 }}
      app.kubernetes.io/component: {{ $process }}
{{- end }}
{{- end -}}
