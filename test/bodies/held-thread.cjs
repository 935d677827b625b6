/** A thread that reads no body before the gate that it is given is open. */
exports.read = ({ gate, name }) => {
  Atomics.wait(new Int32Array(gate), 0, 0);
  return { chat: name };
};
