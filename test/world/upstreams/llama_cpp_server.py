"""llama.cpp's own HTTP server. Usage: llama_cpp_server.py <model.gguf> <port> <name>"""
import sys
import threading

import xllamacpp

parameters = xllamacpp.CommonParams()
parameters.model.path = sys.argv[1]
parameters.port = int(sys.argv[2])
parameters.hostnames = ["127.0.0.1"]
parameters.model_alias = {sys.argv[3]}
parameters.n_ctx = 131072
parameters.n_parallel = 4
parameters.cpuparams.n_threads = 1
parameters.use_jinja = True
parameters.warmup = False
server = xllamacpp.Server(parameters)
print(server.listening_address, flush=True)
threading.Event().wait()
