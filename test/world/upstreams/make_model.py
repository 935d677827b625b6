"""Makes a tiny Llama with random weights: model.gguf, and a folder hf/ as transformers reads it.

Usage: make_model.py <folder> <text>... The tokenizer is trained on the texts. A constant part of every
embedding works as a bias of the output: whole words are likely, and an answer ends after some of
them, never before the first. Given tools, the model begins with a call.
"""
import json
import sys
from pathlib import Path

import gguf
import numpy
from safetensors.numpy import save_file
from tokenizers import ByteLevelBPETokenizer

WIDTH, HEADS, LAYERS, INNER, CONTEXT = 64, 4, 2, 128, 32768
EPSILON = 1e-5
UNKNOWN, START, END, TOOLS, CALL = "<|unknown|>", "<|im_start|>", "<|im_end|>", "<|tools|>", "<tool_call>"
ANSWER = "<|answer|>"
SPECIAL = (UNKNOWN, START, END, TOOLS, CALL, ANSWER)
# In the manner of Qwen 2.5: llama.cpp derives from it how the model writes calls of tools. The mark
# at its end, which only this model knows, makes it begin with a call.
TEMPLATE = """{%- if tools %}
{{- '<|im_start|>system\\nTools:\\n<tools>' }}
{%- for tool in tools %}{{- '\\n' + tool | tojson }}{%- endfor %}
{{- '\\n</tools>\\nA call:\\n<tool_call>{"name": <name>, "arguments": <arguments>}</tool_call><|im_end|>\\n' }}
{%- endif %}
{%- for message in messages %}
{%- if message.role == 'assistant' %}
{{- '<|im_start|>assistant' }}
{%- if message.content %}{{- '\\n' + message.content }}{%- endif %}
{%- for tool_call in message.tool_calls or [] %}
{%- if tool_call.function %}{%- set tool_call = tool_call.function %}{%- endif %}
{{- '<tool_call>{"name": "' + tool_call.name + '", "arguments": ' }}{{- tool_call.arguments | tojson }}{{- '}</tool_call>' }}
{%- endfor %}
{{- '<|im_end|>\\n' }}
{%- elif message.role == 'tool' %}
{{- '<|im_start|>user\\n<tool_response>\\n' + message.content + '\\n</tool_response><|im_end|>\\n' }}
{%- else %}
{{- '<|im_start|>' + message.role + '\\n' + message.content + '<|im_end|>\\n' }}
{%- endif %}
{%- endfor %}
{%- if add_generation_prompt %}{{- '<|im_start|>assistant\\n' }}
{%- if tools and messages[-1].role != 'tool' %}{{- '<|tools|>' }}{%- else %}{{- '<|answer|>' }}{%- endif %}{%- endif %}
"""


def main(folder: Path, texts: list[str]) -> None:
    hf = folder / "hf"
    hf.mkdir(parents=True)
    tokenizer = ByteLevelBPETokenizer()
    tokenizer.train(texts, vocab_size=6000, special_tokens=list(SPECIAL))
    ordered = sorted(tokenizer.get_vocab().items(), key=lambda entry: entry[1])
    tokens = [token for token, _ in ordered]
    weights = random_weights(tokens)
    write_transformers(hf, tokenizer, weights, len(tokens))
    merges = json.loads((hf / "tokenizer.json").read_text())["model"]["merges"]
    write_gguf(folder / "model.gguf", tokens, [" ".join(merge) for merge in merges], weights)


def random_weights(tokens: list[str]) -> dict[str, numpy.ndarray]:
    """By their names in transformers."""
    generator = numpy.random.default_rng(7)

    def normal(*shape: int) -> numpy.ndarray:
        return generator.normal(0, 0.02, shape).astype(numpy.float32)

    embeddings = normal(len(tokens), WIDTH)
    embeddings[:, :3] = [1, 0, 0]
    embeddings[SPECIAL.index(TOOLS), 1] = 3
    embeddings[SPECIAL.index(ANSWER), 2] = 3
    output = generator.normal(0, 0.2, (len(tokens), WIDTH)).astype(numpy.float32)
    output[:, 0] = [bias(token) for token in tokens]
    output[:, 1] = [5 if token == CALL else 0 for token in tokens]
    output[:, 2] = [-5 if token == END else 0 for token in tokens]
    weights = {
        "model.embed_tokens.weight": embeddings,
        "model.norm.weight": numpy.ones(WIDTH, numpy.float32),
        "lm_head.weight": output,
    }
    for layer in range(LAYERS):
        at = f"model.layers.{layer}"
        for name in ("input_layernorm", "post_attention_layernorm"):
            weights[f"{at}.{name}.weight"] = numpy.ones(WIDTH, numpy.float32)
        for name in ("q_proj", "k_proj", "v_proj", "o_proj"):
            weights[f"{at}.self_attn.{name}.weight"] = normal(WIDTH, WIDTH)
        for name, shape in (("gate_proj", (INNER, WIDTH)), ("up_proj", (INNER, WIDTH)), ("down_proj", (WIDTH, INNER))):
            weights[f"{at}.mlp.{name}.weight"] = normal(*shape)
    return weights


def bias(token: str) -> float:
    """Of the output. The normalized constant is 8, the root of the width."""
    if token in (END, '"'):
        return 0.65
    is_word = token.startswith("\u0120") and token[1:].isascii() and token[1:].isalpha()
    return 0.5 if is_word and len(token) > 2 else -1


def write_transformers(hf: Path, tokenizer, weights, size: int) -> None:
    tokenizer.save(str(hf / "tokenizer.json"))
    saved = {
        "tokenizer_class": "PreTrainedTokenizerFast",
        "eos_token": END,
        "unk_token": UNKNOWN,
        "clean_up_tokenization_spaces": False,
        "chat_template": TEMPLATE,
    }
    (hf / "tokenizer_config.json").write_text(json.dumps(saved))
    config = {
        "architectures": ["LlamaForCausalLM"],
        "model_type": "llama",
        "hidden_size": WIDTH,
        "intermediate_size": INNER,
        "num_hidden_layers": LAYERS,
        "num_attention_heads": HEADS,
        "num_key_value_heads": HEADS,
        "max_position_embeddings": CONTEXT,
        "rms_norm_eps": EPSILON,
        "vocab_size": size,
        "bos_token_id": 1,
        "eos_token_id": 2,
        "pad_token_id": 0,
        "tie_word_embeddings": False,
        "torch_dtype": "float32",
    }
    (hf / "config.json").write_text(json.dumps(config))
    generation = {"do_sample": True, "eos_token_id": 2, "bos_token_id": 1, "pad_token_id": 0}
    (hf / "generation_config.json").write_text(json.dumps(generation))
    save_file(weights, hf / "model.safetensors", metadata={"format": "pt"})


NAMES = {
    "model.embed_tokens": "token_embd",
    "model.norm": "output_norm",
    "lm_head": "output",
    "input_layernorm": "attn_norm",
    "post_attention_layernorm": "ffn_norm",
    "self_attn.q_proj": "attn_q",
    "self_attn.k_proj": "attn_k",
    "self_attn.v_proj": "attn_v",
    "self_attn.o_proj": "attn_output",
    "mlp.gate_proj": "ffn_gate",
    "mlp.up_proj": "ffn_up",
    "mlp.down_proj": "ffn_down",
}


def gguf_name(name: str) -> str:
    short = name.removesuffix(".weight")
    if short in NAMES:
        return f"{NAMES[short]}.weight"
    _, _, layer, rest = short.split(".", 3)
    return f"blk.{layer}.{NAMES[rest]}.weight"


def write_gguf(path: Path, tokens: list[str], merges: list[str], weights) -> None:
    writer = gguf.GGUFWriter(str(path), "llama")
    writer.add_name("world")
    writer.add_context_length(CONTEXT)
    writer.add_embedding_length(WIDTH)
    writer.add_block_count(LAYERS)
    writer.add_feed_forward_length(INNER)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(HEADS)
    writer.add_layer_norm_rms_eps(EPSILON)
    writer.add_rope_dimension_count(WIDTH // HEADS)
    writer.add_vocab_size(len(tokens))
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("gpt-2")
    writer.add_token_list(tokens)
    kinds = {token: gguf.TokenType.CONTROL for token in SPECIAL} | {CALL: gguf.TokenType.USER_DEFINED}
    writer.add_token_types([kinds.get(token, gguf.TokenType.NORMAL) for token in tokens])
    writer.add_token_merges(merges)
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    writer.add_add_bos_token(False)
    writer.add_chat_template(TEMPLATE)
    for name, values in weights.items():
        writer.add_tensor(gguf_name(name), values)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
